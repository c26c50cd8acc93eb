// Text of a refusal in the user's language. Messages that only the server knows are shown as they
// are, in English.

import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../api/refusal.ts'

interface ErrorText {
  readonly title: string
  readonly text: string
  /** True where the text is in English, whatever the page's language. */
  readonly isForeign: boolean
}

/** Refusals that mean the same for every request. */
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

type KnownCode = (typeof known)[number]

/** In place of texts that speak of what may have been saved. */
const textsOfReads: Partial<Record<KnownCode, 'unreachable.read' | 'rate_limited.text'>> = {
  unreachable: 'unreachable.read',
  unavailable: 'rate_limited.text',
}

interface AboutRequest {
  /** Whether the request changes nothing. */
  readonly isRead?: boolean
}

export function useErrorText(): (error: unknown, request?: AboutRequest) => ErrorText {
  const { t } = useTranslation('errors')
  return (error, { isRead = false } = {}) => {
    if (!(error instanceof ApiRefusal)) return own('internal_error')
    const { code, message, retryAfterSeconds } = error.parts
    const found = known.find((one) => one === code)
    if (found !== undefined) return own(found, retryAfterSeconds, isRead)
    return { title: t('refused'), text: message, isForeign: true }
  }

  function own(code: KnownCode, seconds = 5, isRead = false): ErrorText {
    const text = (isRead ? textsOfReads[code] : undefined) ?? (`${code}.text` as const)
    return { title: t(`${code}.title`), text: t(text, { count: seconds }), isForeign: false }
  }
}
