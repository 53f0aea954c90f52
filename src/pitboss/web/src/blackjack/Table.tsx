import type { TableProps } from "../pages/Table";

export default function Table({ info }: TableProps) {
  return <h1>{info.title}</h1>;
}
