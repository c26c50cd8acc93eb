// Limits of one multipart request (rulings 4.4). A part's own headers are held to 16 KB by the parser.

export const uploadLimits = {
  requestBytesMax: 32 * 1024 * 1024,
  fileBytesMax: 10 * 1024 * 1024,
  fieldBytesMax: 8 * 1024,
  fieldNameCharactersMax: 100,
  fieldsMax: 40,
  filesMax: 8,
  /** Also those that are neither, which the parser passes by. */
  partsMax: 48,
} as const
