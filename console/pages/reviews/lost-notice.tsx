// Says that the case was lost while somebody worked on it: who has it now, and that no word is gone.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Desk } from './review-desk.tsx'

export function LostNotice({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('reviews')
  const text = useLostText(desk)
  if (!desk.isLost || text === undefined) return null
  return (
    <Alert
      role="alert"
      vars={() => ({ root: warning })}
      icon={<IconAlertTriangle aria-hidden />}
      title={t('lost.title')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {desk.standing.kind === 'free' && (
          <Button size="xs" variant="default" onClick={() => desk.claim.mutate()}>
            {t('bar.take')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The library's yellow is too pale for words on white. */
const warning = {
  '--alert-color': 'var(--svc-error)',
  '--alert-bg': 'var(--svc-error-tint)',
  '--alert-bd': '1px solid var(--svc-error)',
}

function useLostText({ standing }: Desk): string | undefined {
  const { t } = useTranslation('reviews')
  switch (standing.kind) {
    case 'held':
      return t('lost.held', { name: standing.by.name })
    case 'closed':
      return t('lost.closed', { name: standing.decision.decided_by.name })
    case 'named':
    case 'to_answer':
      return t('lost.proposed', { name: standing.proposal.by.name })
    case 'free':
      return t('lost.lapsed')
    case 'mine':
    case 'own_proposal':
      return undefined
  }
}
