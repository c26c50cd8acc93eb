// Parses the body of a score request (specification 4.4).

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { typeFault } from '../kernel/field-shape.ts'

export const scoreRequestBody = z.object({
  verificationId: z.string({
    error: typeFault('verificationId', 'the id of a verification, such as ver_01kx…'),
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
      message: input === undefined && isInSnakeCase(body) ? `${message} ${camelCaseHint}` : message,
    })),
  )
}

/** The specification writes this one field of the API in camel case. */
const camelCaseHint = 'The body has verification_id: name it verificationId.'

function isInSnakeCase(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'verification_id')
}
