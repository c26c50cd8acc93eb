// What a client may send to retrieve a score (specification 4.4), parsed once.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'

export const scoreRequestBody = z.object({
  verificationId: z.string({
    error: 'verificationId is required: the id of a verification, such as ver_01kx….',
  }),
})

/** @throws AppError `invalid_request` */
export function parseScoreRequest(body: unknown): { readonly verificationId: string } {
  const parsed = scoreRequestBody.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  throw refuseFaults(
    parsed.error.issues.map(({ path, input, message }) => ({
      param: path.join('.'),
      code: input === undefined ? 'missing' : 'invalid',
      message,
    })),
  )
}
