// An id in monospace, with a copy button.

import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
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
  const { copied, copy, error, reset } = useClipboard({ timeout: 1500 })
  const isRefused = error !== null
  return (
    <>
      <Tooltip
        label={copied ? t('copied') : isRefused ? t('copyRefused') : t('copy')}
        {...(isRefused && { opened: true })}
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={copied ? t('copied') : t('copyNamed', { what })}
          onClick={(event) => {
            event.stopPropagation()
            copy(text)
          }}
          onBlur={reset}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      {isRefused && (
        <span role="alert" className="svc-unseen">
          {t('copyRefused')}
        </span>
      )}
    </>
  )
}
