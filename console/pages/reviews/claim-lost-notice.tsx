// Says that the claim was lost, who holds the review now, and that the text is kept.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Editor } from './review-editor.tsx'

export function ClaimLostNotice({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const text = useLostText(editor)
  if (!editor.isLost || text === undefined) return null
  return (
    <Alert
      role="alert"
      vars={() => ({ root: warning })}
      icon={<IconAlertTriangle aria-hidden />}
      title={t('lost.title')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {editor.claimStatus.kind === 'free' && (
          <Button size="xs" variant="default" onClick={editor.take}>
            {t('bar.take')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Mantine's yellow has too little contrast for text on white. */
const warning = {
  '--alert-color': 'var(--svc-error)',
  '--alert-bg': 'var(--svc-error-tint)',
  '--alert-bd': '1px solid var(--svc-error)',
}

function useLostText({ claimStatus, review }: Editor): string | undefined {
  const { t } = useTranslation('reviews')
  switch (claimStatus.kind) {
    case 'held':
      return t('lost.held', { name: claimStatus.by.name })
    case 'closed':
      return t('lost.closed', { name: claimStatus.decision.decided_by.name })
    case 'named':
    case 'to_answer':
      return t('lost.proposed', { name: claimStatus.proposal.by.name })
    case 'free':
      return t(review.causes.includes('late_result') ? 'lost.late' : 'lost.lapsed')
    case 'mine':
    case 'own_proposal':
    case 'hidden':
      return undefined
  }
}
