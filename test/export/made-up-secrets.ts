/** One kind of secret as it is met in a text: `before` and `after` stand around the value. */
interface Form {
  kind: string;
  before?: string;
  after?: string;
  value: (random: Random) => string;
}

type Random = (length: number, letters?: string) => string;

const digits = "0123456789";
const hex = `${digits}abcdef`;
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = `${upper}${upper.toLowerCase()}${digits}`;

/** Values are put together here, so that no file holds one. */
const forms: readonly Form[] = [
  { kind: "aws access key id", value: (random) => `AKIA${random(16, upper + digits)}` },
  { kind: "aws secret key", before: "aws_secret_access_key = ", value: (random) => random(40, `${letters}/+`) },
  { kind: "github token", value: (random) => `ghp_${random(36)}` },
  { kind: "github fine-grained token", value: (random) => `github_pat_${random(22)}_${random(59)}` },
  { kind: "gitlab token", value: (random) => `glpat-${random(20)}` },
  { kind: "slack token", value: (random) => `xoxb-${random(12, digits)}-${random(24)}` },
  {
    kind: "slack webhook",
    before: "https://hooks.slack.com/services/",
    value: (random) => `T${random(8, upper)}/B${random(8, upper)}/${random(24)}`,
  },
  { kind: "anthropic key", value: (random) => `sk-ant-api03-${random(90, `${letters}-_`)}` },
  { kind: "openai key", value: (random) => `sk-proj-1${random(48)}` },
  { kind: "google key", value: (random) => `AIza${random(35)}` },
  { kind: "npm token", value: (random) => `npm_${random(36)}` },
  { kind: "pypi token", value: (random) => `pypi-AgEIcHlwaS5vcmc${random(70)}` },
  { kind: "stripe key", value: (random) => `sk_live_${random(24)}` },
  { kind: "twilio key", value: (random) => `SK${random(32, hex)}` },
  { kind: "sendgrid key", value: (random) => `SG.${random(22)}.${random(43)}` },
  {
    kind: "jwt",
    value: (random) => `eyJhbGciOiJIUzI1NiJ9.eyJ${random(40)}.${random(43)}`,
  },
  {
    kind: "private key",
    before: "-----BEGIN RSA PRIVATE KEY-----\n",
    after: "\n-----END RSA PRIVATE KEY-----",
    value: (random) => `${random(64)}\n${random(64)}\n${random(30)}==`,
  },
  {
    kind: "basic-auth address",
    before: "https://deploy:",
    after: "@example.com/repo.git",
    value: (random) => random(14),
  },
  { kind: "bearer header", before: "Authorization: Bearer ", value: (random) => `1${random(30)}` },
  { kind: "basic header", before: "Authorization: Basic ", value: (random) => `${random(26)}9==` },
  { kind: "cookie", before: "Cookie: session=", value: (random) => random(32) },
  {
    kind: "azure connection",
    before: "DefaultEndpointsProtocol=https;AccountName=demo;AccountKey=",
    value: (random) => `${random(86, `${letters}+/`)}==`,
  },
  {
    kind: "database address",
    before: "postgres://app:",
    after: "@db.example.com:5432/app",
    value: (random) => random(16),
  },
  { kind: "password", before: "PASSWORD=", value: (random) => random(12) },
  {
    kind: "key in a file",
    before: "echo key=",
    after: " > .env",
    value: (random) => `A1-${random(12, upper + digits)}`,
  },
];

export interface MadeUpSecret {
  kind: string;
  /** The secret with what stands around it. */
  text: string;
  /** What must not be seen: its lines, where it has several. */
  values: string[];
}

/** Makes secrets of all kinds in turn; the same count gives the same secrets. */
export function madeUpSecrets(count: number): MadeUpSecret[] {
  let state = 20_261_129;
  const random: Random = (length, from = letters) => {
    let text = "";
    while (text.length < length) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += from[Math.floor((state / 2 ** 32) * from.length)];
    }
    return text;
  };
  return Array.from({ length: count }, (_, at) => {
    const { kind, before = "", after = "", value } = forms[at % forms.length] as Form;
    const secret = value(random);
    return { kind, text: `${before}${secret}${after}`, values: secret.split("\n") };
  });
}

export const kindsOfSecrets = forms.length;
