export interface FormError {
  /** Path of the field in the form and in the API. */
  path: string;
  message: string;
}
