// A secret's text, shown this once: to copy, to save, and only then to go on.

import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../save-file.ts'
import { Dialog } from './dialog.tsx'

export interface SecretShownDialogProps {
  readonly title: string
  /** What it is, and that it cannot be had again. */
  readonly text: ReactNode
  readonly secret: string
  /** Of the file that it is saved in. */
  readonly fileName: string
  /** Each with its object: "Copy key". */
  readonly labels: {
    readonly copy: string
    readonly download: string
    readonly kept: string
    readonly keepFirst: string
    readonly done: string
  }
  /** What else is to be known of it, such as from when on it counts. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Escape and the backdrop do not lose the secret: they point at the box that says it is kept. */
export function SecretShownDialog(props: SecretShownDialogProps) {
  const { title, text, secret, labels, children, onClose } = props
  const [isKept, setKept] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const close = () => (isKept ? onClose() : setWarned(true))
  return (
    <Dialog isOpen onClose={close} title={title} size={560}>
      <Stack gap="md">
        <Text component="div">{text}</Text>
        <Code block className="svc-mono" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {secret}
        </Code>
        <Takings {...props} />
        {children}
        <Checkbox
          label={labels.kept}
          checked={isKept}
          error={isWarned && !isKept && labels.keepFirst}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!isKept} onClick={onClose}>
          {labels.done}
        </Button>
      </Stack>
    </Dialog>
  )
}

function Takings({ secret, fileName, labels }: SecretShownDialogProps) {
  const { t } = useTranslation('frame')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => clipboard.copy(secret)}
      >
        {clipboard.copied ? t('copied') : labels.copy}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveFile(new Blob([`${secret}\n`], { type: 'text/plain' }), fileName)}
      >
        {labels.download}
      </Button>
    </Group>
  )
}
