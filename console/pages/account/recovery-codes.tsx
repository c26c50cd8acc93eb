// Shows recovery codes once: they must be copied or saved before continuing.

import { Button, Checkbox, Group, SimpleGrid, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyRefused } from '../../frame/parts/copy-refused.tsx'
import { saveFile } from '../../frame/save-file.ts'
import classes from './recovery-codes.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** Label of the button that continues. */
  readonly action: string
  readonly onKept: () => void
  /** Somebody tried to leave before they said that the codes are stored. */
  readonly isWarned?: boolean
  readonly onChecked?: (isKept: boolean) => void
}

export function RecoveryCodes(props: RecoveryCodesProps) {
  const { codes, action, onKept, isWarned = false, onChecked } = props
  const { t } = useTranslation('account')
  const [isKept, setKept] = useState(false)
  const clipboard = useClipboard({ timeout: 2000 })
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <SimpleGrid
        component="ol"
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        className={classes.codes ?? ''}
      >
        {codes.map((code) => (
          <li key={code} className="svc-mono">
            {code}
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? t('codes.copied') : t('codes.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(text)}
        >
          {t('codes.download')}
        </Button>
      </Group>
      <CopyRefused error={clipboard.error} />
      <Checkbox
        label={t('codes.kept')}
        checked={isKept}
        error={isWarned && !isKept && t('codes.keepFirst')}
        onChange={({ currentTarget: { checked } }) => {
          setKept(checked)
          onChecked?.(checked)
        }}
      />
      <Button disabled={!isKept} onClick={onKept}>
        {action}
      </Button>
    </Stack>
  )
}

function download(text: string): void {
  saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'svc-recovery-codes.txt')
}
