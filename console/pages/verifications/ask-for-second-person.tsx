// Requests a second person's approval for an export that exceeds the limit.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ExportRequestedJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'

interface AskForSecondPersonProps {
  /** Body of the export request. */
  readonly wanted: Readonly<Record<string, string | undefined>>
  readonly onAsked: () => void
}

export function AskForSecondPerson({ wanted, onAsked }: AskForSecondPersonProps) {
  const { t } = useTranslation('verifications')
  const ask = useChange<AskForSecondPersonProps['wanted'], ExportRequestedJson>(
    (json) => ({ path: '/verifications/export/personal/request', method: 'POST', json }),
    { touches: ['/approvals'] },
  )
  const send = () =>
    ask.mutate(wanted, {
      onSuccess() {
        onAsked()
        notifyDone(t('list.export.second.done'))
      },
    })
  return (
    <>
      <Alert
        role="alert"
        color="accent"
        variant="light"
        icon={<IconUsers aria-hidden />}
        title={t('list.export.second.title')}
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('list.export.second.text')}</Text>
          {/* The focus brings it into sight: the dialog may be longer than the window. */}
          <Button size="xs" autoFocus loading={ask.isPending} onClick={send}>
            {t('list.export.second.action')}
          </Button>
        </Stack>
      </Alert>
      {ask.error && <ErrorState error={ask.error} />}
    </>
  )
}
