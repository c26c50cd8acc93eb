// What a refusal means, in the person's language. Of what only the server can say, its own sentence is shown
// as it is, in English.

import { useTranslation } from 'react-i18next'
import { Refusal } from '../../api/refusal.ts'

export interface ErrorText {
  readonly title: string
  readonly text: string
  /** The text is in English, whatever the language of the page. */
  readonly isForeign: boolean
}

/** Refusals whose meaning does not depend on what was asked. */
const known = [
  'unreachable',
  'unauthenticated',
  'missing_permission',
  'confirmation_required',
  'second_person_required',
  'cross_site_request',
  'not_found',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const

export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation('errors')
  return (error) => {
    if (!(error instanceof Refusal)) return own('internal_error')
    const { code, message, retryAfterSeconds } = error.parts
    const found = known.find((one) => one === code)
    if (found !== undefined) return own(found, retryAfterSeconds)
    return { title: t('refused'), text: message, isForeign: true }
  }

  function own(code: (typeof known)[number], seconds = 5): ErrorText {
    return { title: t(`${code}.title`), text: t(`${code}.text`, { seconds }), isForeign: false }
  }
}
