// Parses the text of the console's search: a complete id, reference or document number.

import { z } from 'zod'
import { refuseFaults } from '../../kernel/app-error.ts'
import { unprintable } from '../../kernel/unprintable.ts'

const charactersMax = 200
const message = `q must be an id, a reference or a document number of 1 to ${charactersMax} characters.`

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
