// The settings of the services that the product calls: virus scanner, identity provider and scoring engine. Rows of
// the table of settings.

import { scannerDownModes } from '../images/scan.ts'
import { fallbackProviders, liveProviders } from '../providers/local/local-provider.ts'
import { smileBaseUrlLive, smileUploadHostsDefault } from '../providers/smile-id/allowed-hosts.ts'
import { serviceUrl } from './setting-addresses.ts'
import { authoritiesFor, privateFile, readableFile } from './setting-files.ts'
import { hostPatterns } from './setting-hosts.ts'
import { bearerToken, duration, oneOf, text } from './setting-kinds.ts'
import { needed, optional, row, type SettingsAbove } from './setting-row.ts'
import { scannerAddress } from './setting-scanner.ts'

export const serviceSettings = {
  virusScanner: optional('SVC_VIRUS_SCANNER', scannerAddress, {
    help: 'Address of clamd, which scans each live image for viruses before it is stored: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Over a network, images are sent unencrypted.',
  }),
  virusScannerDown: row('SVC_VIRUS_SCANNER_DOWN', oneOf(scannerDownModes), {
    default: 'refuse',
    help: 'What happens to images while the scanner is unavailable: refuse (503) or accept (stored unscanned, which is recorded).',
  }),
  liveProvider: row('SVC_PROVIDER', oneOf(liveProviders), {
    default: 'smile-id',
    help: 'Who decides new live verifications: smile-id, or local: reviewers of the bank, and no picture leaves this server.',
  }),
  providerFallback: row('SVC_PROVIDER_FALLBACK', oneOf(fallbackProviders), {
    default: 'none',
    help: 'Who decides a verification whose provider stayed unreachable for SVC_PROVIDER_GIVE_UP_AFTER: none (it ends in error) or local (reviewers of the bank).',
  }),
  'smile.partnerId': needed('SVC_SMILE_PARTNER_ID', text, {
    help: 'Partner id at Smile ID, exactly as assigned. Without it only the sandbox works.',
  }),
  'secrets.smileApiKey': optional('SVC_SMILE_API_KEY', text, {
    help: 'API key at Smile ID; signs requests and checks answers.',
  }),
  'smile.baseUrl': needed('SVC_SMILE_BASE_URL', serviceUrl, {
    otherwise: 'https://api.smileidentity.com/v1 once a partner id is set; none in the demo',
    derive: smileUrlOfPartner,
    help: 'URL of the Smile ID API, version segment included.',
  }),
  'smile.caFile': authoritiesFor('Smile ID', 'SVC_SMILE_CA_FILE'),
  'smile.uploadHosts': row('SVC_SMILE_UPLOAD_HOSTS', hostPatterns, {
    default: smileUploadHostsDefault,
    help: 'Hosts that upload links of Smile ID may have, besides its own. A host named in full may have a private address; one matched by a pattern must have a public address.',
  }),
  providerGiveUpAfterMs: row('SVC_PROVIDER_GIVE_UP_AFTER', duration('1s', '30d'), {
    default: '1h',
    help: 'How long an unreachable provider is tried before a verification ends in error.',
  }),
  providerUndecidedAfterMs: row('SVC_PROVIDER_UNDECIDED_AFTER', duration('1s', '90d'), {
    default: '48h',
    help: 'How long a result may stay provisional, or wait for a reviewer’s decision, before a verification ends in error.',
  }),
  'scoring.url': needed('SVC_SCORING_URL', serviceUrl, {
    otherwise: 'none, so there are no scores; in the demo its own simulated engine',
    help: 'URL of the scoring engine, which receives features and returns a score.',
  }),
  'secrets.scoringToken': optional('SVC_SCORING_TOKEN', bearerToken, {
    help: 'Sent to the scoring engine as Authorization: Bearer.',
  }),
  'scoring.timeoutMs': row('SVC_SCORING_TIMEOUT', duration('100ms', '30s'), {
    default: '2s',
    help: 'How long the scoring engine may take, from connecting to the end of its answer.',
  }),
  'scoring.caFile': authoritiesFor('the scoring engine', 'SVC_SCORING_CA_FILE'),
  'scoring.clientCertificate.certFile': needed('SVC_SCORING_CLIENT_CERT_FILE', readableFile, {
    help: 'Client certificate for the scoring engine, PEM.',
  }),
  'scoring.clientCertificate.keyFile': needed('SVC_SCORING_CLIENT_KEY_FILE', privateFile, {
    help: 'Private key of that certificate, PEM.',
  }),
  outboundRetentionMs: row('SVC_OUTBOUND_RETENTION', duration('1d', '3650d'), {
    default: '365d',
    help: 'How long the log of calls to the identity provider and the scoring engine is kept.',
  }),
}

/** The demo has no default, so that it cannot make paid checks by accident. */
function smileUrlOfPartner({ profile, textOf }: SettingsAbove): string | undefined {
  const isPaid = profile === 'appliance' && textOf('SVC_SMILE_PARTNER_ID') !== ''
  return isPaid ? smileBaseUrlLive : undefined
}
