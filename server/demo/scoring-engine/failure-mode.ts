// The modes of the simulated engine: correct, or failing in one way. Set for all requests at
// /control, or for one request by its path.

import { z } from 'zod'

const engineModes = ['ok', 'down', 'slow', 'lying'] as const

/**
 * `down`: disconnects without an answer. `slow`: answers too late. `lying`: answers with impossible
 * values.
 */
export type EngineMode = (typeof engineModes)[number]

/** The body of `POST /control`. */
export const modeRequest = z.object({ mode: z.enum(engineModes) })

const paths: Readonly<Record<string, EngineMode>> = {
  '/v1/score/down': 'down',
  '/v1/score/slow': 'slow',
  '/v1/score/lying': 'lying',
}

/** Returns undefined for a path without scores. At `/v1/score` the `configured` mode counts. */
export function modeAt(path: string, configured: EngineMode): EngineMode | undefined {
  return path === '/v1/score' ? configured : paths[path]
}
