// Limits of one multipart request (rulings 4.4). The parser itself limits the headers of a part to 16 KB.

export const uploadLimits = {
  /** Of Content-Type. The parser compares the beginning of its boundary anew with each chunk that may continue it. */
  typeCharactersMax: 256,
  requestBytesMax: 32 * 1024 * 1024,
  fileBytesMax: 10 * 1024 * 1024,
  fieldBytesMax: 8 * 1024,
  fieldNameCharactersMax: 100,
  fieldsMax: 40,
  filesMax: 8,
  /** Counts also parts that are neither a field nor a file, which the parser skips. */
  partsMax: 48,
} as const
