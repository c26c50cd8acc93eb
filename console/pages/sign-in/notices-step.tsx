// Last step of the sign-in: account activity that the user has not seen yet.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useKeepSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { NoticeList } from '../account/notice-list.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

export function NoticesStep({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation('signIn')
  return (
    <SignInLayout title={t('notices.title')} text={t('notices.text')} width={520}>
      <NoticesForm me={me} />
    </SignInLayout>
  )
}

/** The step without its page. */
export function NoticesForm({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation('signIn')
  const keep = useKeepSession()
  const seen = useChange<void>(() => ({ path: '/me/notices/seen', method: 'POST', json: {} }))
  const goOn = () => seen.mutate(undefined, { onSuccess: () => keep({ ...me, notices: [] }) })
  return (
    <Stack gap="lg">
      <NoticeList notices={me.notices} />
      <Text size="sm">{t('notices.unknown')}</Text>
      {seen.error && <ErrorState error={seen.error} />}
      <Button fullWidth autoFocus loading={seen.isPending} onClick={goOn}>
        {t('notices.action')}
      </Button>
    </Stack>
  )
}
