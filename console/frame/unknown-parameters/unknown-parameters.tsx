// Says which parameters of the address the page does not have, and which values of those that it has, with the one that
// was probably meant: a misspelled filter filters nothing.

import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { nearestOf } from '../../../server/kernel/nearest-name.ts'
import { addressParameters } from '../address-parameters.ts'
import { toneColour } from '../status-colours.ts'
import { knownParameters } from './known-parameters.ts'
import { unknownValues } from './known-values.ts'

/** Others of a long address are shown as these are gone. */
const shownMax = 3
const charactersMax = 40

export function UnknownParameters({ path }: { readonly path: string }) {
  const { t } = useTranslation('address')
  const [parameters] = useSearchParams()
  const known = knownParameters(path)
  const free = known.filter((one) => !parameters.has(one))
  const unknown = [...new Set(parameters.keys())].filter((name) => !known.includes(name))
  const names = unknown.map((name) => ({
    name,
    text: t('unknown', { name: shown(name) }),
    meant: meantBy(name, free),
    putRight: (changed: URLSearchParams, meant: string) =>
      changed.set(meant, parameters.get(name) ?? ''),
  }))
  const values = unknownValues(path, parameters).map(({ name, value, known: possible }) => ({
    name,
    text: t('unknownValue', { name: shown(name), value: shown(value) }),
    meant: meantBy(value, possible),
    putRight: (changed: URLSearchParams, meant: string) => changed.set(name, meant),
  }))
  return [...names, ...values]
    .slice(0, shownMax)
    .map((unfit) => <Unfit key={unfit.name} unfit={unfit} />)
}

interface UnfitProps {
  readonly unfit: {
    readonly name: string
    readonly text: string
    readonly meant: string | undefined
    putRight(changed: URLSearchParams, meant: string): void
  }
}

function Unfit({ unfit: { name, text, meant, putRight } }: UnfitProps) {
  const { t } = useTranslation('address')
  const [, setParameters] = useSearchParams()
  const replace = (next: string | undefined) => {
    const changed = addressParameters()
    changed.delete(name)
    if (next !== undefined) {
      changed.delete('cursor')
      putRight(changed, next)
    }
    setParameters(changed, { replace: true })
  }
  return (
    <Alert
      mb="md"
      color="gray"
      variant="light"
      role="status"
      icon={<IconAlertTriangle color={toneColour('error')} aria-hidden />}
    >
      {text} {meant !== undefined && t('meant', { name: isolated(meant) })}
      <Group gap="xs" mt="xs">
        {meant !== undefined && (
          <Button size="xs" variant="default" onClick={() => replace(meant)}>
            {t('use', { name: isolated(meant) })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => replace(undefined)}>
          {t('remove')}
        </Button>
      </Group>
    </Alert>
  )
}

function meantBy(text: string, known: readonly string[]): string | undefined {
  return nearestOf(text.slice(0, charactersMax), known)
}

function shown(text: string): string {
  return isolated(text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text)
}

/** Code, which reads from left to right in Arabic too. */
function isolated(code: string): string {
  return `\u2066${code}\u2069`
}
