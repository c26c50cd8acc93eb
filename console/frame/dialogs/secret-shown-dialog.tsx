// Shows a secret once: it must be copied or saved before the dialog can be closed.

import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyRefused } from '../parts/copy-refused.tsx'
import { saveFile } from '../save-file.ts'
import { Dialog } from './dialog.tsx'

interface SecretShownDialogProps {
  readonly title: string
  /** Says what the secret is and that it cannot be shown again. */
  readonly text: ReactNode
  readonly secret: string
  /** Name of the downloaded file. */
  readonly fileName: string
  /** Button labels with their object: "Copy key". */
  readonly labels: {
    readonly copy: string
    readonly download: string
    readonly kept: string
    readonly keepFirst: string
    readonly done: string
  }
  /** Further information, such as when the secret takes effect. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Escape and backdrop do not close it: they focus the "I have saved it" box. */
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
    <div>
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
      <CopyRefused error={clipboard.error} />
    </div>
  )
}
