// Introduction: base URL of this appliance and the rules for every call.

import { Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MarkdownText } from '../../frame/markdown/markdown-text.tsx'
import { CopyAction } from '../../frame/parts/id-text.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { baseUrl } from './base-url.ts'
import type { OpenApiDocument } from './reference/openapi-document.ts'

export function Introduction({ document }: { readonly document: OpenApiDocument }) {
  const { t } = useTranslation('developer')
  const { title, version, description } = document.info
  return (
    <Stack gap="md">
      <Panel title={t('baseUrl')} text={t('baseUrlText')}>
        <Group gap={4} wrap="nowrap">
          <span className="svc-mono" style={{ overflowWrap: 'anywhere' }}>
            {baseUrl(document)}
          </span>
          <CopyAction text={baseUrl(document)} what={t('baseUrl')} />
        </Group>
      </Panel>
      <Panel title={t('introduction')} text={t('introductionText')}>
        <div lang="en" dir="ltr">
          <Title order={3} mb="xs">
            {title}{' '}
            <Text component="span" c="dimmed" size="sm" className="svc-number">
              {version}
            </Text>
          </Title>
          <MarkdownText text={description} />
        </div>
      </Panel>
    </Stack>
  )
}
