/** Why a name or a note that is being typed has to wait. */
export const CANNOT_BE_SAVED = 'It can be saved when the device and the service are there again. What is typed stays.';
