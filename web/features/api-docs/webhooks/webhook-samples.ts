const curl = `# Check a delivery by hand: its body in body.json, its header in SIGNATURE
TIME=$(echo "$SIGNATURE" | tr ',' '\\n' | sed -n 's/^t=//p')
V1=$({ printf '%s.' "$TIME"; cat body.json; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -hex | sed 's/^.* //')
case ",$SIGNATURE," in *",v1=$V1,"*) echo genuine ;; *) echo forged ;; esac

# Send yourself one that is signed as ours are
TIME=$(date +%s)
V1=$({ printf '%s.' "$TIME"; cat body.json; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -hex | sed 's/^.* //')
curl https://example.com/webhooks \\
  -H 'content-type: application/json' \\
  -H "Webhook-Signature: t=$TIME,v1=$V1" \\
  --data-binary @body.json`;

const typescript = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`body\` is the request's body as it came, before any parsing. */
export function isGenuine(body: string, header: string, secret: string): boolean {
  const fields = header.split(',').map((field) => field.split('='));
  const time = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const expected = createHmac('sha256', secret).update(\`\${time}.\${body}\`).digest();
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

const python = `import hashlib, hmac, time

def is_genuine(body: bytes, header: str, secret: str) -> bool:
    """body is the request's body as it came, before any parsing."""
    fields = [field.partition("=")[::2] for field in header.split(",")]
    sent = next((value for name, value in fields if name == "t"), "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) >= 300:
        return False
    expected = hmac.new(secret.encode(), sent.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in fields)`;

/** Programs that check a delivery's signature, by language. */
export const WEBHOOK_SAMPLES = { TypeScript: typescript, Python: python, curl } as const;
