// The check of the image decoder: starts one, on an empty picture.

import { decodeSecondsMax } from '../../images/decoder/decode-limits.ts'
import { createDecoder, type DecoderResult, decoderLimits } from '../../images/decoder/decoder.ts'
import type { ProgramFailure } from '../../images/decoder/start-program.ts'
import { anywhere } from '../doctor-scene.ts'
import { emptyPicture } from '../empty-picture.ts'
import { type DoctorOutcome, failed, warning, well } from '../outcome.ts'

export const imageDecoderChecks = {
  image_decoder: anywhere(async () => {
    const decoder = createDecoder(decoderLimits)
    try {
      const secondsMax = decodeSecondsMax.first
      const order = { kind: 'inspect', format: 'png', measureQuality: false, secondsMax } as const
      return judgeDecoder(await decoder.run(order, emptyPicture))
    } finally {
      decoder.close()
    }
  }),
}

export function judgeDecoder(result: DecoderResult): DoctorOutcome {
  if (result.kind === 'failed') return failedDecoder(result.failure)
  return result.answer.kind === 'readable' ? well() : failed('broken')
}

function failedDecoder(failure: ProgramFailure): DoctorOutcome {
  switch (failure) {
    case 'slow_start':
      return warning('slow_start', { values: { limit_ms: decoderLimits.startMs.first } })
    case 'not_started':
      return failed('not_started')
    default:
      return failed('broken')
  }
}
