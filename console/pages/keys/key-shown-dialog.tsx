// A key's text, shown this once: to copy, to save, and only then to go on.

import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedKeyJson } from '../../../server/keys/key-json.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { saveFile } from '../../frame/save-file.ts'

export interface KeyShownDialogProps {
  readonly created: CreatedKeyJson
  readonly onClose: () => void
}

/** Escape and the backdrop do not lose the key: they point at the box that says it is kept. */
export function KeyShownDialog({ created, onClose }: KeyShownDialogProps) {
  const { t } = useTranslation('keys')
  const [isKept, setKept] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const close = () => (isKept ? onClose() : setWarned(true))
  return (
    <Dialog isOpen onClose={close} title={t('shown.title')} size={560}>
      <Stack gap="md">
        <Text>{t('shown.text', { name: created.name })}</Text>
        <Code block className="svc-mono" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {created.key}
        </Code>
        <Takings created={created} />
        <Checkbox
          label={t('shown.kept')}
          checked={isKept}
          error={isWarned && !isKept && t('shown.keepFirst')}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!isKept} onClick={onClose}>
          {t('shown.done')}
        </Button>
      </Stack>
    </Dialog>
  )
}

function Takings({ created }: { readonly created: CreatedKeyJson }) {
  const { t } = useTranslation('keys')
  const { t: tFrame } = useTranslation('frame')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => clipboard.copy(created.key)}
      >
        {clipboard.copied ? tFrame('copied') : t('shown.copy')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download(created)}
      >
        {t('shown.download')}
      </Button>
    </Group>
  )
}

function download({ id, key }: CreatedKeyJson): void {
  saveFile(new Blob([`${key}\n`], { type: 'text/plain' }), `${id}.txt`)
}
