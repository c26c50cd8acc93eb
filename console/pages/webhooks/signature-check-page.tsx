// Checks a pasted signature in the browser and explains a mismatch; nothing is sent.

import {
  Alert,
  Button,
  FileButton,
  Group,
  PasswordInput,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagePlace } from '../../frame/page-place.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { type Bytes, canDigest, utf8 } from './signature/digest.ts'
import { readPastedHeaders } from './signature/pasted-headers.ts'
import { type CheckInput, SignatureVerdictAlert } from './signature-verdict.tsx'

const mono = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

export function SignatureCheckPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const [asked, setAsked] = useState<CheckInput | undefined>(undefined)
  const [count, setCount] = useState(0)
  const check = (input: CheckInput) => {
    setAsked(input)
    setCount(count + 1)
  }
  return (
    <>
      <PagePlace
        title={t('check.title')}
        name={t('check.title')}
        above={[{ title: tFrame('pages.webhooks'), to: '/webhooks' }]}
      />
      <PageHeader title={t('check.title')} text={t('check.text')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={t('check.received')}>
          {canDigest() ? (
            <Form onCheck={check} />
          ) : (
            <Alert color="red" variant="light">
              {t('check.insecure')}
            </Alert>
          )}
        </Panel>
        <Panel title={t('check.result')}>
          <div role="status">
            {asked === undefined ? (
              <Text c="dimmed">{t('check.nothing')}</Text>
            ) : (
              <Suspense fallback={<Skeleton h={160} />}>
                <SignatureVerdictAlert key={count} input={asked} />
              </Suspense>
            )}
          </div>
        </Panel>
      </SimpleGrid>
    </>
  )
}

function Form({ onCheck }: { readonly onCheck: (input: CheckInput) => void }) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const [headers, setHeaders] = useState('')
  const [body, setBody] = useState('')
  const [file, setFile] = useState<ChosenFile | undefined>(undefined)
  const [secret, setSecret] = useState('')
  const [isMissing, setMissing] = useState(false)
  const check = () => {
    setMissing(secret === '')
    if (secret === '') return
    const bytes = file?.bytes ?? utf8(body)
    const received = { headers: readPastedHeaders(headers), body: bytes, secret }
    onCheck({ received, askedAtMs: Date.now() })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('check.headers')}
          description={t('check.headersHint')}
          placeholder={'svc-signature: …\nsvc-timestamp: …'}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          styles={mono}
          value={headers}
          onChange={(event) => setHeaders(event.currentTarget.value)}
        />
        <BodyField body={body} onBody={setBody} file={file} onFile={setFile} />
        <PasswordInput
          label={t('check.secret')}
          description={t('check.secretHint')}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': tFrame('showPassword') }}
          value={secret}
          error={isMissing && secret === '' && t('check.secretMissing')}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          {t('check.action')}
        </Button>
      </Stack>
    </form>
  )
}

interface ChosenFile {
  readonly name: string
  readonly bytes: Bytes
}

interface BodyFieldProps {
  readonly body: string
  readonly onBody: (text: string) => void
  readonly file: ChosenFile | undefined
  readonly onFile: (file: ChosenFile | undefined) => void
}

/** A text field changes line ends, so the body can also be chosen as a file. */
function BodyField({ body, onBody, file, onFile }: BodyFieldProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const read = async (chosen: File | null) => {
    if (chosen === null) return
    onFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) })
  }
  return (
    <Stack gap="xs">
      {file === undefined ? (
        <Textarea
          label={t('check.body')}
          description={t('check.bodyHint')}
          autosize
          minRows={5}
          maxRows={14}
          spellCheck={false}
          autoComplete="off"
          styles={mono}
          value={body}
          onChange={(event) => onBody(event.currentTarget.value)}
        />
      ) : (
        <Text size="sm">
          {t('check.fromFile', { name: file.name, bytes: show.number(file.bytes.length) })}
        </Text>
      )}
      <Group gap="xs">
        <FileButton onChange={read}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t('check.chooseFile')}
            </Button>
          )}
        </FileButton>
        {file !== undefined && (
          <Button size="xs" variant="subtle" onClick={() => onFile(undefined)}>
            {t('check.withoutFile')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
