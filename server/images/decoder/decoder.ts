// The server's handle of one decoder process, which executes one order at a time and is replaced when it fails.

import { workerFile } from '../../kernel/built-files.js'
import { decoderAnswerBytesMax } from './decode-limits.ts'
import { type DecoderAnswer, type DecoderOrder, decoderAnswer } from './decoder-order.ts'
import { openPictureProgram, type ProgramLimits } from './picture-program.ts'
import type { ProgramResult } from './start-program.ts'

const megabyte = 1024 * 1024

/** `decodeSecondsMax` stops libvips's own work much earlier than the time of an order. */
export const decoderLimits: ProgramLimits = {
  startMs: { first: 20_000, longest: 160_000 },
  orderMsMax: 60_000,
  memoryBytesMax: 768 * megabyte,
  reusableBytesMax: 320 * megabyte,
  lingerMs: 20_000,
  backOffMs: { first: 250, longest: 8_000 },
}

const heapMegabytesMax = 128

export type DecoderResult = ProgramResult<DecoderAnswer>

export interface Decoder {
  /** As `PictureProgram`. */
  run(order: DecoderOrder, bytes: Buffer): Promise<DecoderResult>
  close(): void
}

export function createDecoder(limits: ProgramLimits): Decoder {
  return openPictureProgram(
    {
      entry: () => workerFile('./decoder-program.ts', import.meta.url),
      heapMegabytesMax,
      answerBytesMax: decoderAnswerBytesMax,
      parse: (head) => decoderAnswer.safeParse(head).data,
      isReady: ({ kind }) => kind === 'ready',
    },
    limits,
  )
}
