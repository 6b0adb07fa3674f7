export { channelAlias, channelLabel, channelName, channelNote, storedChannelName } from './channel-name.ts';
