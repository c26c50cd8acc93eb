// Signs out and clears the site data; language, theme and saved filters are restored afterwards,
// because they are no secrets.

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SignedOutJson } from '../../server/users/user-json.ts'
import { useApi } from '../api/api-context.tsx'
import { isRefusedWith } from '../api/refusal.ts'
import { useKeepSession } from '../api/session.ts'
import { keepLanguage } from '../words/language.ts'
import { takeKept } from './kept-keys.ts'
import { notifyError } from './parts/notify.ts'

export function useSignOut(): () => Promise<void> {
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const { i18n, t } = useTranslation('frame')
  return async () => {
    const putBack = takeKept()
    let continueAt: string | undefined
    try {
      const left = await api.ask<SignedOutJson | undefined>('/sign-out', {
        method: 'POST',
        json: {},
      })
      continueAt = left?.continue_at
    } catch (error) {
      // A session that has already ended counts as signed out.
      if (!isRefusedWith(error, 'unauthenticated')) {
        return notifyError(t('signOutFailed'))
      }
    }
    keepLanguage(i18n.language)
    putBack()
    // A user of the bank's directory signs out there too.
    if (continueAt !== undefined) return location.assign(continueAt)
    await navigate('/sign-in', { replace: true })
    keep(null)
  }
}
