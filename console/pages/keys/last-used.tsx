// When an API key was last used, in words.

import { useTranslation } from 'react-i18next'
import type { KeyJson } from '../../../server/api/keys/key-api.ts'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { Instant } from '../../frame/parts/instant.tsx'

interface LastUsedProps {
  readonly item: KeyJson
  /** `3 min ago`; the instant itself on a press. */
  readonly isRelative?: boolean
}

export function LastUsed({ item: { last_used_at: at }, isRelative = false }: LastUsedProps) {
  const { t } = useTranslation('keys')
  if (at === null) return t('unused')
  return (
    <>
      {t('columns.used')} {isRelative ? <DisclosedInstant at={at} /> : <Instant at={at} />}
    </>
  )
}
