// Ends the session. The browser is told to forget all of this site with it; what is no secret is kept anew:
// language and theme, so that the door looks as the console did, and saved filters.

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../api/api-context.tsx'
import { useKeepSession } from '../api/session.ts'
import { keepLanguage } from '../words/language.ts'
import { takeKept } from './kept-keys.ts'

export function useSignOut(): () => Promise<void> {
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const { i18n } = useTranslation()
  return async () => {
    const putBack = takeKept()
    // Where the session is over already, the door is the right place just the same.
    await api.ask('/sign-out', { method: 'POST', json: {} }).catch(() => undefined)
    keepLanguage(i18n.language)
    putBack()
    await navigate('/sign-in', { replace: true })
    keep(null)
  }
}
