import { z } from 'zod';

/** One field of a request or an answer. */
export interface SchemaField {
  /** Dotted; `[]` after what is a list. */
  path: string;
  type: string;
  required: boolean;
  limits: SchemaLimits;
}

/** The limits, by their names in JSON Schema. */
export interface SchemaLimits {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  enum?: readonly unknown[];
}

interface Node extends SchemaLimits {
  type?: string;
  format?: string;
  const?: unknown;
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
}

/** The fields of an object's schema, or of a list of such, with their limits; those within others after them. */
export function fieldsOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): SchemaField[] {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withPipes });
  const node: Node = JSON.parse(JSON.stringify(described));
  return fieldsIn(node.items ?? node, '');
}

/** Text that is piped through a stricter text has the limits of both. */
function withPipes({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe' || !('type' in jsonSchema) || jsonSchema.type !== 'string') return;
  const { $schema: _dialect, ...stricter } = z.toJSONSchema(def.out, { unrepresentable: 'any', io: 'input' });
  if (stricter.type === 'string') Object.assign(jsonSchema, stricter);
}

function fieldsIn(node: Node, prefix: string): SchemaField[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const inner = field.items?.properties ? field.items : field;
    const own = {
      path,
      type: typeOf(field),
      limits: limitsOf(field),
      required: node.required?.includes(name) ?? false,
    };
    return [own, ...fieldsIn(inner, field.items ? `${path}[].` : `${path}.`)];
  });
}

function typeOf(node: Node): string {
  if (node.anyOf) return [...new Set(node.anyOf.map(typeOf))].join(' | ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.type === 'array') return `${node.items ? typeOf(node.items) : 'any'}[]`;
  return node.format && node.type === 'string' ? node.format : (node.type ?? 'any');
}

/** A limit that is only the largest possible number is not shown. */
function limitsOf({ minLength, maxLength, minItems, maxItems, minimum, maximum, ...node }: Node): SchemaLimits {
  const within = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
  return {
    minLength,
    maxLength,
    minItems,
    maxItems,
    default: node.default,
    enum: node.enum,
    minimum: within(minimum),
    maximum: within(maximum),
  };
}
