// Text of a refusal in the user's language. Messages that only the server knows are shown as they
// are, in English.

import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../api/refusal.ts'
import { inPageLanguage } from '../../words/refusal-texts.ts'

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

/** What the server said of each fault, or of the whole. */
function saidBy({
  parts: { message, details },
}: ApiRefusal): Pick<ErrorText, 'text' | 'isForeign'> {
  const faults = details.map((fault) => inPageLanguage(fault.message))
  const isWhole = faults.length > 0 && faults.every((text) => text !== undefined)
  const text = isWhole ? faults.join(' ') : inPageLanguage(message)
  return text === undefined ? { text: message, isForeign: true } : { text, isForeign: false }
}

export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation('errors')
  return (error) => {
    if (!(error instanceof ApiRefusal)) return own('internal_error')
    const { code, retryAfterSeconds, isRead } = error.parts
    const found = known.find((one) => one === code)
    if (found !== undefined) return own(found, retryAfterSeconds, isRead)
    return { title: t('refused'), ...saidBy(error) }
  }

  function own(code: KnownCode, count = 5, isRead = false): ErrorText {
    const wait = t('rate_limited.text', { count })
    const texts = { rate_limited: wait, unavailable: `${t('unavailable.text')} ${wait}` }
    // Texts of changes speak of what may have been saved.
    const textsOfReads = { unavailable: wait, unreachable: t('unreachable.read') }
    const special: Partial<Record<KnownCode, string>> = isRead
      ? { ...texts, ...textsOfReads }
      : texts
    return { title: t(`${code}.title`), text: special[code] ?? t(`${code}.text`), isForeign: false }
  }
}
