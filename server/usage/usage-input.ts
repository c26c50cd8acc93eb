// Parses the reason that an operator gives for a usage correction.

import { refuseFaults } from '../kernel/app-error.ts'
import { unprintable } from '../kernel/unprintable.ts'

const reasonCharactersMax = 200

/** Parses the reason of a correction. @throws AppError `invalid_request` */
export function parseCorrectionReason(text: string | undefined): string {
  const reason = text?.trim() ?? ''
  const message =
    reason === ''
      ? 'reason is required: a text for the client, without personal data.'
      : [...reason].length > reasonCharactersMax
        ? `reason has at most ${reasonCharactersMax} characters.`
        : unprintable.test(reason)
          ? 'reason holds control or direction characters.'
          : undefined
  if (message === undefined) return reason
  const code = reason === '' ? 'missing' : 'invalid'
  throw refuseFaults([{ param: 'reason', code, message }])
}
