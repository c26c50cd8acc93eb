// An id in monospace, with a copy button.

import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shortId } from './short-id.ts'

interface IdTextProps {
  readonly id: string
  /** Shows only both ends; the whole id is copied, and shown on hover. */
  readonly isShort?: boolean
}

export function IdText({ id, isShort = false }: IdTextProps) {
  const shown = isShort ? shortId(id) : id
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <span
        className={isShort ? 'svc-mono svc-short' : 'svc-mono'}
        title={shown === id ? undefined : id}
      >
        {shown}
      </span>
      <CopyAction text={id} what={shown} />
    </Group>
  )
}

interface CopyActionProps {
  readonly text: string
  /** Names it for screen readers, since a page has several of these buttons. */
  readonly what: string
}

export function CopyAction({ text, what }: CopyActionProps) {
  const { t } = useTranslation('frame')
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : t('copy')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={copied ? t('copied') : t('copyNamed', { what })}
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
