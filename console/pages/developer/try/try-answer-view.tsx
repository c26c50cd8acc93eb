// Response to a try-out request: status, time, headers, body.

import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../../frame/markdown/code-block.tsx'
import { StatusBadge } from '../../../frame/parts/status-badge.tsx'
import { useShow } from '../../../words/show.ts'
import { Collapsible } from '../collapsible.tsx'
import type { TryAnswer } from './send-request.ts'

export function TryAnswerView({ answer }: { readonly answer: TryAnswer }) {
  const { t } = useTranslation('developer')
  const show = useShow()
  const { status, headers, text, durationMs } = answer
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <Stack gap="xs" mt="md">
      <Group gap="sm">
        <StatusBadge tone={status < 400 ? 'approved' : 'declined'} label={String(status)} />
        <Text size="sm" c="dimmed" className="svc-number">
          {show.duration(durationMs)}
        </Text>
      </Group>
      {text !== '' && <CodeBlock text={text} label={t('try.answer')} />}
      <Collapsible title={<Text size="sm">{t('answer.headers')}</Text>}>
        <CodeBlock text={lines} label={t('answer.headers')} />
      </Collapsible>
    </Stack>
  )
}
