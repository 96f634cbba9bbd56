type WebhookMessage = {
  readonly url: string;
  /** The secret as returned: `whsec_` and base64. */ readonly secret: string;
  /** JSON. */ readonly event: string;
};

/** Quotes a text for a shell, which then expands nothing within. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Returns a script that sends an event to a webhook, signed as standardwebhooks.com describes: the secret without its
 * prefix is the key in base64, and the signed content is the id, the time in seconds and the bytes of the body, joined
 * by dots.
 */
export const curlOf = ({ url, secret, event }: WebhookMessage): string => `url=${quoted(url)}
secret=${quoted(secret)}
body=${quoted(event)}
id="msg_$(openssl rand -hex 12)"
time=$(date +%s)
key=$(printf '%s' "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf '%s.%s.%s' "$id" "$time" "$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl --fail-with-body "$url" \\
  -H 'content-type: application/json' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$signature" \\
  --data-raw "$body"
`;
