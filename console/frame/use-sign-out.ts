// Signs out and clears the site data; language, theme and saved filters are restored afterwards,
// because they are no secrets.

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../api/api-context.tsx'
import { hasCode } from '../api/refusal.ts'
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
    try {
      await api.ask('/sign-out', { method: 'POST', json: {} })
    } catch (error) {
      // A session that has already ended counts as signed out.
      if (!hasCode(error, 'unauthenticated')) {
        return notifyError(t('signOutFailed'), t('close'))
      }
    }
    keepLanguage(i18n.language)
    putBack()
    await navigate('/sign-in', { replace: true })
    keep(null)
  }
}
