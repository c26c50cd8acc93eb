// Where a reset leads: a member who is known chooses another password.

import { useTranslation } from 'react-i18next'
import { LinkPage } from './link-page.tsx'

export function NewPasswordPage() {
  const { t } = useTranslation('signIn')
  return <LinkPage title={t('newPassword.title')} text={t('newPassword.text')} />
}
