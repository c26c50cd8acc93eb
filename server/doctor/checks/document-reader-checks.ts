// The check of what reads documents: starts it once, on an empty picture, because only that loads model and runtime.

import type { MrzAnswer, MrzReader } from '../../mrz/mrz-reading.ts'
import { mrzLimits, openMrzReader } from '../../mrz/open-mrz-reader.ts'
import { withSettings } from '../doctor-scene.ts'
import { emptyPicture } from '../empty-picture.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from '../outcome.ts'

export const documentReaderChecks = {
  document_reader: withSettings(async ({ config, clock }) => {
    if (config.documentReading === 'off') return notSetUp()
    const today = () => new Date(clock.now())
    const reader = openMrzReader({ today })
    try {
      return judgeReader(await reader.read(emptyPicture), reader.state())
    } finally {
      reader.close()
    }
  }),
}

export function judgeReader(
  answer: MrzAnswer,
  state: ReturnType<MrzReader['state']>,
): DoctorOutcome {
  if (!state.isReady && state.code === 'slow_start') {
    return warning('slow_start', { values: { limit_ms: mrzLimits.startMs.first } })
  }
  if (!state.isReady) return failed('missing', { items: [state.reason] })
  return 'failure' in answer ? failed('broken') : well()
}
