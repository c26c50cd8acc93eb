// Reads a picture once more where the reader's process died, for verifications and for those who measure on pictures.

import type { MrzAnswer, MrzReader } from './mrz-reading.ts'

/** A process that was killed, or died of the picture before, says nothing of this one; a second death does. */
export async function readAgainAfterFailure(
  reader: MrzReader,
  picture: Buffer,
  signal: AbortSignal,
): Promise<MrzAnswer> {
  const answer = await reader.read(picture, signal)
  const isFailed = 'failure' in answer && answer.failure === 'failed'
  return isFailed ? reader.read(picture, signal) : answer
}
