// Target of a reset link: an existing user chooses a new password.

import { useTranslation } from 'react-i18next'
import { LinkPage } from './link-page.tsx'

export function NewPasswordPage() {
  const { t } = useTranslation('links')
  return <LinkPage title={t('newPassword.title')} text={t('newPassword.text')} />
}
