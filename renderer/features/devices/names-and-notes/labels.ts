export const CANNOT_BE_SAVED =
  'Cannot save while the device or the service is disconnected. Your edits stay in the form.';
