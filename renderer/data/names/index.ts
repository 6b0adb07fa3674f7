/** The user's own names. */
export { channelAlias, channelName, channelNote } from './channel-name.ts';
