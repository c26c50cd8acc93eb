// How the stand-in behaves: as it should, or badly on demand. Set for everybody at /control, or by the path
// that is asked, for one question alone.

import { z } from 'zod'

export const manners = ['ok', 'down', 'slow', 'lying'] as const

/** `down`: hangs up without an answer. `slow`: answers, too late. `lying`: answers what cannot be. */
export type Manner = (typeof manners)[number]

/** The body of `POST /control`. */
export const mannerOrder = z.object({ mode: z.enum(manners) })

const paths: Readonly<Record<string, Manner>> = {
  '/v1/score/down': 'down',
  '/v1/score/slow': 'slow',
  '/v1/score/lying': 'lying',
}

/** Undefined for a path where no score is given. At `/v1/score` it behaves as it was told. */
export function mannerAt(path: string, told: Manner): Manner | undefined {
  return path === '/v1/score' ? told : paths[path]
}
