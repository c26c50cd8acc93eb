// Frees the memory of buffers at once. The garbage collector sees only their small objects: each 32 MB of them makes
// it examine the whole heap, which cost more processor time than receiving the images.

/**
 * Frees the memory of a buffer that nobody uses any more; its length is 0 afterwards. Does nothing for a part of a
 * larger allocation, which others may use. Call it only for bytes that no write under way still reads.
 */
export function freeBuffer(buffer: Buffer): void {
  const { buffer: memory, byteLength } = buffer
  if (!(memory instanceof ArrayBuffer) || memory.detached) return
  if (memory.byteLength !== byteLength) return
  memory.transfer(0)
}
