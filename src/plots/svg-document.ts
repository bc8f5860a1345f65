const svgSpace = "http://www.w3.org/2000/svg";

/**
 * As much of a document as Plot takes to draw, so that a picture needs no browser and no package that stands for one.
 * What comes of it is well-formed: every text and attribute is escaped where it is written.
 */
export function svgDocument(): Document {
  const document = {
    createElementNS: (_space: string, name: string) => new SvgElement(name, document),
    createTextNode: (text: string) => text,
    documentElement: null as unknown,
  };
  document.documentElement = new SvgElement("html", document);
  return document as unknown as Document;
}

/** What an element holds: elements and text. */
type Content = SvgElement | string;

class SvgElement {
  readonly localName: string;
  readonly ownerDocument: unknown;
  readonly namespaceURI = svgSpace;
  /** By the names that scripts give them, such as `strokeWidth`. */
  readonly style: Record<string, string> = {};
  parentNode: SvgElement | null = null;
  private content: Content[] = [];
  private readonly attributes = new Map<string, string>();

  constructor(name: string, document: unknown) {
    this.localName = name;
    this.ownerDocument = document;
  }

  get tagName(): string {
    return this.localName;
  }

  get children(): SvgElement[] {
    return this.content.filter((one) => typeof one !== "string");
  }

  get ownerSVGElement(): SvgElement | null {
    if (this.parentNode === null) return null;
    return this.parentNode.localName === "svg" ? this.parentNode : this.parentNode.ownerSVGElement;
  }

  set textContent(text: string) {
    this.content = [String(text)];
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  setAttributeNS(_space: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  appendChild<T extends Content>(one: T): T {
    return this.insertBefore(one, null);
  }

  append(...some: Content[]): void {
    for (const one of some) this.appendChild(one);
  }

  insertBefore<T extends Content>(one: T, next: Content | null): T {
    if (typeof one !== "string") {
      one.parentNode?.removeChild(one);
      one.parentNode = this;
    }
    const at = next === null ? -1 : this.content.indexOf(next);
    this.content.splice(at === -1 ? this.content.length : at, 0, one);
    return one;
  }

  removeChild(one: SvgElement): void {
    this.content = this.content.filter((other) => other !== one);
    one.parentNode = null;
  }

  get outerHTML(): string {
    const styles = Object.entries(this.style).map(([name, value]) => `${kebabCase(name)}: ${value};`);
    const all = styles.length === 0 ? [...this.attributes] : [...this.attributes, ["style", styles.join(" ")] as const];
    const attributes = all.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
    const content = this.content.map((one) => (typeof one === "string" ? escaped(one) : one.outerHTML)).join("");
    return content === ""
      ? `<${this.localName}${attributes}/>`
      : `<${this.localName}${attributes}>${content}</${this.localName}>`;
  }
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] as string);
