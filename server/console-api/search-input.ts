// What is looked for across the console: an id, an external reference or a document number, whole.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { unprintable } from '../kernel/unprintable.ts'

const charactersMax = 200
const message = `q is what to look for: 1 to ${charactersMax} characters, an id, a reference or a document number.`

const searchBody = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .refine((text) => !unprintable.test(text)),
})

/** @throws AppError `invalid_request` */
export function parseSearch(body: unknown): string {
  const parsed = searchBody.safeParse(body)
  if (parsed.success) return parsed.data.q
  throw refuseFaults([{ param: 'q', code: 'invalid', message }])
}
