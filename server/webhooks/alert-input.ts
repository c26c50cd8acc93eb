// Parses the filter of the list of alerts about webhooks.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'

const webhookIdError = 'webhook_id is an id that begins with wh_.'

export const alertFilterShape = z.object({
  webhook_id: z
    .string({ error: webhookIdError })
    .refine((text) => isId('wh', text), { error: webhookIdError })
    .optional(),
})

/** @throws AppError `invalid_request` */
export function parseAlertFilter(query: { readonly webhook_id?: string }): {
  readonly webhookId: string | undefined
} {
  const parsed = alertFilterShape.safeParse(query)
  if (parsed.success) return { webhookId: parsed.data.webhook_id }
  throw refuseFaults([{ param: 'webhook_id', code: 'invalid', message: webhookIdError }])
}
