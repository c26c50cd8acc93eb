// Says which parameters of the address the page does not have, with the one that was probably meant: a misspelled
// filter filters nothing.

import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { nearestOf } from '../../../server/kernel/nearest-name.ts'
import { addressParameters } from '../address-parameters.ts'
import { toneColour } from '../status-colours.ts'
import { knownParameters } from './known-parameters.ts'

/** Others of a long address are shown as these are gone. */
const shownMax = 3
const nameCharactersMax = 40

export function UnknownParameters({ path }: { readonly path: string }) {
  const [parameters] = useSearchParams()
  const known = knownParameters(path)
  const unknown = [...new Set(parameters.keys())].filter((name) => !known.includes(name))
  return unknown.slice(0, shownMax).map((name) => (
    <Unknown
      key={name}
      name={name}
      meant={nearestOf(
        name.slice(0, nameCharactersMax),
        known.filter((one) => !parameters.has(one)),
      )}
    />
  ))
}

interface UnknownProps {
  readonly name: string
  readonly meant: string | undefined
}

function Unknown({ name, meant }: UnknownProps) {
  const { t } = useTranslation('address')
  const [, setParameters] = useSearchParams()
  const replace = (next: string | undefined) => {
    const changed = addressParameters()
    const value = changed.get(name)
    changed.delete(name)
    if (next !== undefined && value !== null) {
      changed.delete('cursor')
      changed.set(next, value)
    }
    setParameters(changed, { replace: true })
  }
  const shown = name.length > nameCharactersMax ? `${name.slice(0, nameCharactersMax)}…` : name
  return (
    <Alert
      mb="md"
      color="gray"
      variant="light"
      role="status"
      icon={<IconAlertTriangle color={toneColour('error')} aria-hidden />}
    >
      {t('unknown', { name: isolated(shown) })}{' '}
      {meant !== undefined && t('meant', { name: isolated(meant) })}
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

/** Code, which reads from left to right in Arabic too. */
function isolated(code: string): string {
  return `\u2066${code}\u2069`
}
