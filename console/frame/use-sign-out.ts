// Ends the session. The browser is told to forget all of this site with it; what is no secret is kept anew:
// language and theme, so that the door looks as the console did, and saved filters.

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../api/api-context.tsx'
import { hasCode } from '../api/refusal.ts'
import { useKeepSession } from '../api/session.ts'
import { keepLanguage } from '../words/language.ts'
import { takeKept } from './kept-keys.ts'
import { tellTrouble } from './parts/tell.ts'

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
      // Where the session is over already, the door is the right place just the same.
      if (!hasCode(error, 'unauthenticated')) {
        return tellTrouble(t('signOutFailed'), t('close'))
      }
    }
    keepLanguage(i18n.language)
    putBack()
    await navigate('/sign-in', { replace: true })
    keep(null)
  }
}
