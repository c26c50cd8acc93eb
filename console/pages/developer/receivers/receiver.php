<?php
// receiver.php
http_response_code(500); // Until everything has gone well.
// PHP-FPM passes it on where its pool says env[WEBHOOK_SECRET] = ...
$secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('WEBHOOK_SECRET is not set');

/** The status to answer with. $body is the bytes that came, $now Unix seconds. */
function judge(array $headers, string $body, string $secret, ?int $now = null): int
{
    $timestamp = trim($headers['svc-timestamp'] ?? '');
    $offered = [trim($headers['svc-signature'] ?? '')];
    foreach (explode(',', $headers['svc-signatures'] ?? '') as $entry) {
        if (str_starts_with(trim($entry), 'v1=')) {
            $offered[] = substr(trim($entry), 3);
        }
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    $fitting = array_filter($offered, fn ($text) => hash_equals($expected, strtolower($text)));
    if ($fitting === [] || !preg_match('/\A[0-9]{1,15}\z/', $timestamp)) {
        return 401;
    }
    return abs(($now ?? time()) - (int) $timestamp) > 300 ? 400 : 200;
}

$body = file_get_contents('php://input', false, null, 0, 1_000_000);
$headers = [
    'svc-signature' => $_SERVER['HTTP_SVC_SIGNATURE'] ?? '',
    'svc-signatures' => $_SERVER['HTTP_SVC_SIGNATURES'] ?? '',
    'svc-timestamp' => $_SERVER['HTTP_SVC_TIMESTAMP'] ?? '',
];
$status = judge($headers, $body, $secret);
if ($status === 200) {
    $event = json_decode($body, true, 64, JSON_THROW_ON_ERROR);
    // Yours: a table whose primary key is the event's id.
    $file = getenv('WEBHOOK_INBOX') ?: '/var/lib/receiver/inbox.db';
    $inbox = new PDO("sqlite:$file");
    $inbox->exec('CREATE TABLE IF NOT EXISTS inbox (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    $insert = $inbox->prepare('INSERT INTO inbox (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING');
    $insert->execute([$event['id'], $body]);
}
http_response_code($status);
