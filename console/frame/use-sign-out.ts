// Ends the session. The browser is told to forget all of this site with it; language and theme are no secret
// and are kept anew, so that the door looks as the console did.

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../api/api-context.tsx'
import { useKeepSession } from '../api/session.ts'
import { keepLanguage } from '../words/language.ts'

const themeKey = 'svc-theme'

export function useSignOut(): () => Promise<void> {
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const { i18n } = useTranslation()
  return async () => {
    const theme = localStorage.getItem(themeKey)
    // Where the session is over already, the door is the right place just the same.
    await api.ask('/sign-out', { method: 'POST', json: {} }).catch(() => undefined)
    keepLanguage(i18n.language)
    if (theme !== null) localStorage.setItem(themeKey, theme)
    await navigate('/sign-in', { replace: true })
    keep(null)
  }
}
