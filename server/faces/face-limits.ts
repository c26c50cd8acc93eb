// Limits of the bank's own face model, which both sides of the pipe keep. Pure.

/** Bytes of a model at most; the largest of the field, with 100 layers, has 260 MB. */
export const faceModelBytesMax = 320 * 1024 * 1024

/** Numbers of an embedding; the models of the field give 128 to 2048. */
export const embeddingNumbers = { min: 16, max: 4_096 } as const
