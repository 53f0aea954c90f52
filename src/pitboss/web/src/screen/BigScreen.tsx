export default function BigScreen({ id }: { id: string }) {
  return <h1>Table {id}</h1>;
}
